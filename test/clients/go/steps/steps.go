// Package steps runs the calls of a client one after the other and prints what became of each.
package steps

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
)

// Zone is the id of the zone that the calls change.
var Zone = os.Getenv("CLIENT_ZONE_ID")

// BaseURL ends in /client/v4.
var BaseURL, Token = os.Getenv("CLIENT_BASE_URL"), os.Getenv("CLIENT_TOKEN")

// Model says which service the emulator is.
var Model = os.Getenv("CLIENT_MODEL")

// Run calls the function and prints a line of JSON with its name and its error.
func Run(name string, call func() error) {
	line := map[string]any{"call": name, "error": nil}
	if err := call(); err != nil {
		line["error"] = err.Error()
	}
	text, _ := json.Marshal(line)
	fmt.Println(string(text))
}

// Want is an error unless the condition holds.
func Want(condition bool, format string, values ...any) error {
	if condition {
		return nil
	}
	return errors.New("unexpected answer: " + fmt.Sprintf(format, values...))
}
