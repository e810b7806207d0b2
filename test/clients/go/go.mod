module zonewright.example/clients

go 1.24
