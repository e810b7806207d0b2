// The vendor's Go SDK, resource by resource. The package of the whole SDK, which wraps them, takes minutes to compile.
package main

import (
	"context"

	"github.com/cloudflare/cloudflare-go/v7/logpush"
	"github.com/cloudflare/cloudflare-go/v7/option"
	"github.com/cloudflare/cloudflare-go/v7/rulesets"
	"github.com/cloudflare/cloudflare-go/v7/zones"

	"zonewright.example/clients/steps"
)

var options = []option.RequestOption{
	option.WithAPIToken(steps.Token), option.WithBaseURL(steps.BaseURL), option.WithMaxRetries(0),
}

func main() {
	ctx := context.Background()
	beforeTheZone(ctx)
	customFields(ctx)
	logPush(ctx)
}

// set fills a field of the SDK, whose type cannot be named outside of it.
func set[T any](value *T, present *bool, given T) { *value, *present = given, true }

func beforeTheZone(ctx context.Context) {
	client := zones.NewZoneService(options...)
	get := zones.ZoneGetParams{}
	set(&get.ZoneID.Value, &get.ZoneID.Present, steps.Zone)
	steps.Run("Zones.Get", func() error {
		zone, err := client.Get(ctx, get)
		if err != nil {
			return err
		}
		return steps.Want(zone.Name == "example.com", "%v", zone)
	})
	list := zones.ZoneListParams{}
	set(&list.Name.Value, &list.Name.Present, "example.com")
	steps.Run("Zones.ListAutoPaging by name", func() error {
		found := 0
		pages := client.ListAutoPaging(ctx, list)
		for pages.Next() {
			found++
		}
		if err := pages.Err(); err != nil {
			return err
		}
		return steps.Want(found == 1, "%v zones", found)
	})
}

func customFields(ctx context.Context) {
	client := rulesets.NewRulesetService(options...)
	const phase = rulesets.PhaseHTTPLogCustomFields
	id := ""

	field := rulesets.LogCustomFieldRuleActionParametersRequestFieldParam{}
	set(&field.Name.Value, &field.Name.Present, "x-request-id")
	fields := rulesets.LogCustomFieldRuleActionParametersParam{}
	set(&fields.RequestFields.Value, &fields.RequestFields.Present,
		[]rulesets.LogCustomFieldRuleActionParametersRequestFieldParam{field})
	rule := rulesets.LogCustomFieldRuleParam{}
	set(&rule.Action.Value, &rule.Action.Present, rulesets.LogCustomFieldRuleActionLogCustomField)
	set(&rule.Expression.Value, &rule.Expression.Present, "true")
	set(&rule.ActionParameters.Value, &rule.ActionParameters.Present, fields)

	steps.Run("Rulesets.New", func() error {
		params := rulesets.RulesetNewParams{}
		set(&params.ZoneID.Value, &params.ZoneID.Present, steps.Zone)
		set(&params.Kind.Value, &params.Kind.Present, rulesets.KindZone)
		set(&params.Name.Value, &params.Name.Present, "default")
		set(&params.Phase.Value, &params.Phase.Present, phase)
		set(&params.Rules.Value, &params.Rules.Present, []rulesets.RulesetNewParamsRuleUnion{rule})
		created, err := client.New(ctx, params)
		if err != nil {
			return err
		}
		id = created.ID
		return steps.Want(len(created.Rules) == 1, "%v", created)
	})
	steps.Run("Rulesets.ListAutoPaging", func() error {
		params := rulesets.RulesetListParams{}
		set(&params.ZoneID.Value, &params.ZoneID.Present, steps.Zone)
		pages := client.ListAutoPaging(ctx, params)
		found := false
		for pages.Next() {
			found = found || pages.Current().ID == id
		}
		if err := pages.Err(); err != nil {
			return err
		}
		return steps.Want(found, "the list lacks the ruleset")
	})
	steps.Run("Rulesets.Phases.Get", func() error {
		params := rulesets.PhaseGetParams{}
		set(&params.ZoneID.Value, &params.ZoneID.Present, steps.Zone)
		entryPoint, err := client.Phases.Get(ctx, phase, params)
		if err != nil {
			return err
		}
		return steps.Want(entryPoint.ID == id, "%v", entryPoint)
	})
	steps.Run("Rulesets.Phases.Update", func() error {
		params := rulesets.PhaseUpdateParams{}
		set(&params.ZoneID.Value, &params.ZoneID.Present, steps.Zone)
		set(&params.Rules.Value, &params.Rules.Present, []rulesets.PhaseUpdateParamsRuleUnion{rule})
		_, err := client.Phases.Update(ctx, phase, params)
		return err
	})
	steps.Run("Rulesets.Delete", func() error {
		params := rulesets.RulesetDeleteParams{}
		set(&params.ZoneID.Value, &params.ZoneID.Present, steps.Zone)
		return client.Delete(ctx, id, params)
	})
}

func logPush(ctx context.Context) {
	client := logpush.NewLogpushService(options...)
	var id int64
	steps.Run("Logpush.Jobs.New", func() error {
		params := logpush.JobNewParams{}
		set(&params.ZoneID.Value, &params.ZoneID.Present, steps.Zone)
		set(&params.Name.Value, &params.Name.Present, "clients")
		set(&params.Dataset.Value, &params.Dataset.Present, logpush.JobNewParamsDatasetHTTPRequests)
		set(&params.DestinationConf.Value, &params.DestinationConf.Present,
			"https://logs.example/in?header_Authorization=secret")
		job, err := client.Jobs.New(ctx, params)
		if err != nil {
			return err
		}
		id = job.ID
		return steps.Want(job.Name == "clients", "%v", job)
	})
	steps.Run("Logpush.Jobs.Update", func() error {
		params := logpush.JobUpdateParams{}
		set(&params.ZoneID.Value, &params.ZoneID.Present, steps.Zone)
		set(&params.LogpullOptions.Value, &params.LogpullOptions.Present, "fields=RayID")
		_, err := client.Jobs.Update(ctx, id, params)
		return err
	})
	steps.Run("Logpush.Jobs.ListAutoPaging", func() error {
		params := logpush.JobListParams{}
		set(&params.ZoneID.Value, &params.ZoneID.Present, steps.Zone)
		pages := client.Jobs.ListAutoPaging(ctx, params)
		found := 0
		for pages.Next() {
			found++
		}
		if err := pages.Err(); err != nil {
			return err
		}
		return steps.Want(found == 1, "%v jobs", found)
	})
	steps.Run("Logpush.Jobs.Delete", func() error {
		params := logpush.JobDeleteParams{}
		set(&params.ZoneID.Value, &params.ZoneID.Present, steps.Zone)
		_, err := client.Jobs.Delete(ctx, id, params)
		return err
	})
}
