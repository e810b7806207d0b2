// The vendor's Go client before its generated SDK (v0), which many tools still use.
package main

import (
	"context"
	"log"

	cloudflare "github.com/cloudflare/cloudflare-go"

	"zonewright.example/clients/steps"
)

const phase = "http_request_firewall_managed"

func main() {
	api, err := cloudflare.NewWithAPIToken(steps.Token, cloudflare.BaseURL(steps.BaseURL),
		cloudflare.UsingRateLimit(1000), cloudflare.UsingRetryPolicy(0, 1, 1))
	if err != nil {
		log.Fatal(err)
	}
	ctx := context.Background()
	beforeTheZone(ctx, api)
	rulesets(ctx, api)
	logPush(ctx, api)
	previousRules(ctx, api)
}

func beforeTheZone(ctx context.Context, api *cloudflare.API) {
	steps.Run("ZoneIDByName", func() error {
		id, err := api.ZoneIDByName("example.com")
		if err != nil {
			return err
		}
		return steps.Want(id == steps.Zone, "%v", id)
	})
	steps.Run("ListZones", func() error {
		zones, err := api.ListZones(ctx)
		if err != nil {
			return err
		}
		return steps.Want(len(zones) == 3, "%v", zones)
	})
	steps.Run("ZoneDetails", func() error {
		zone, err := api.ZoneDetails(ctx, steps.Zone)
		if err != nil {
			return err
		}
		return steps.Want(zone.Name == "example.com", "%v", zone)
	})
}

func rulesets(ctx context.Context, api *cloudflare.API) {
	zone := cloudflare.ZoneIdentifier(steps.Zone)
	enabled := true
	rules := []cloudflare.RulesetRule{{
		Action:     "execute",
		Expression: "true",
		Enabled:    &enabled,
		ActionParameters: &cloudflare.RulesetRuleActionParameters{
			ID: "efb7b8c949ac4650a09736fc376e9aee",
			Overrides: &cloudflare.RulesetRuleActionParametersOverrides{
				Categories: []cloudflare.RulesetRuleActionParametersCategories{{Category: "broad", Enabled: &enabled}},
			},
		},
	}}
	id := ""
	steps.Run("CreateRuleset", func() error {
		created, err := api.CreateRuleset(ctx, zone, cloudflare.CreateRulesetParams{
			Name: "default", Kind: "zone", Phase: phase, Rules: rules,
		})
		id = created.ID
		return err
	})
	steps.Run("ListRulesets", func() error {
		_, err := api.ListRulesets(ctx, zone, cloudflare.ListRulesetsParams{})
		return err
	})
	steps.Run("GetRuleset", func() error {
		ruleset, err := api.GetRuleset(ctx, zone, id)
		if err != nil {
			return err
		}
		return steps.Want(len(ruleset.Rules) == 1, "%v", ruleset)
	})
	steps.Run("UpdateRuleset", func() error {
		ruleset, err := api.UpdateRuleset(ctx, zone, cloudflare.UpdateRulesetParams{
			ID: id, Description: "updated", Rules: rules,
		})
		if err != nil {
			return err
		}
		return steps.Want(ruleset.Description == "updated", "%v", ruleset)
	})
	steps.Run("GetEntrypointRuleset", func() error {
		ruleset, err := api.GetEntrypointRuleset(ctx, zone, phase)
		if err != nil {
			return err
		}
		rules = ruleset.Rules
		return steps.Want(ruleset.ID == id, "%v", ruleset)
	})
	steps.Run("UpdateEntrypointRuleset", func() error {
		_, err := api.UpdateEntrypointRuleset(ctx, zone, cloudflare.UpdateEntrypointRulesetParams{
			Phase: phase, Description: "entry point", Rules: rules,
		})
		return err
	})
	// DeleteRulesetRule takes every answer with a body for an error, and the service answers with the ruleset.
	steps.Run("DeleteRuleset", func() error { return api.DeleteRuleset(ctx, zone, id) })
}

func logPush(ctx context.Context, api *cloudflare.API) {
	zone := cloudflare.ZoneIdentifier(steps.Zone)
	const destination = "https://logs.example/in?header_Authorization=secret"
	job := &cloudflare.LogpushJob{}
	steps.Run("CreateLogpushJob", func() (err error) {
		job, err = api.CreateLogpushJob(ctx, zone, cloudflare.CreateLogpushJobParams{
			Name: "clients", Dataset: "http_requests", Enabled: true, DestinationConf: destination,
			LogpullOptions: "fields=RayID&timestamps=rfc3339",
		})
		if job == nil {
			job = &cloudflare.LogpushJob{}
		}
		return err
	})
	steps.Run("UpdateLogpushJob", func() error {
		return api.UpdateLogpushJob(ctx, zone, cloudflare.UpdateLogpushJobParams{
			ID: job.ID, Dataset: "http_requests", Name: "clients", Enabled: false, DestinationConf: destination,
			LogpullOptions: "fields=RayID",
		})
	})
	steps.Run("GetLogpushJob", func() error {
		found, err := api.GetLogpushJob(ctx, zone, job.ID)
		if err != nil {
			return err
		}
		return steps.Want(!found.Enabled && found.Name == "clients", "%v", found)
	})
	steps.Run("ListLogpushJobs", func() error {
		jobs, err := api.ListLogpushJobs(ctx, zone, cloudflare.ListLogpushJobsParams{})
		if err != nil {
			return err
		}
		return steps.Want(len(jobs) == 1, "%v", jobs)
	})
	steps.Run("ListLogpushJobsForDataset", func() error {
		_, err := api.ListLogpushJobsForDataset(ctx, zone,
			cloudflare.ListLogpushJobsForDatasetParams{Dataset: "http_requests"})
		return err
	})
	steps.Run("GetLogpushFields", func() error {
		fields, err := api.GetLogpushFields(ctx, zone, cloudflare.GetLogpushFieldsParams{Dataset: "http_requests"})
		if err != nil {
			return err
		}
		return steps.Want(fields["RayID"] != "", "%v", fields)
	})
	steps.Run("CheckLogpushDestinationExists", func() error {
		_, err := api.CheckLogpushDestinationExists(ctx, zone, destination)
		return err
	})
	steps.Run("GetLogpushOwnershipChallenge", func() error {
		challenge, err := api.GetLogpushOwnershipChallenge(ctx, zone,
			cloudflare.GetLogpushOwnershipChallengeParams{DestinationConf: "s3://logs/older?region=eu-central-1"})
		if err != nil {
			return err
		}
		return steps.Want(challenge.Valid, "%v", challenge)
	})
	steps.Run("DeleteLogpushJob", func() error { return api.DeleteLogpushJob(ctx, zone, job.ID) })
}

func previousRules(ctx context.Context, api *cloudflare.API) {
	zone := cloudflare.ZoneIdentifier(steps.Zone)
	var packageID, groupID, ruleID string
	steps.Run("ListWAFPackages", func() error {
		packages, err := api.ListWAFPackages(ctx, steps.Zone)
		if err == nil {
			packageID = packages[0].ID
		}
		return err
	})
	steps.Run("ListWAFGroups", func() error {
		groups, err := api.ListWAFGroups(ctx, steps.Zone, packageID)
		if err == nil {
			groupID = groups[0].ID
		}
		return err
	})
	steps.Run("UpdateWAFGroup", func() error {
		_, err := api.UpdateWAFGroup(ctx, steps.Zone, packageID, groupID, "off")
		return err
	})
	steps.Run("ListWAFRules", func() error {
		rules, err := api.ListWAFRules(ctx, steps.Zone, packageID)
		if err == nil {
			ruleID = rules[0].ID
		}
		return err
	})
	steps.Run("UpdateWAFRule", func() error {
		_, err := api.UpdateWAFRule(ctx, steps.Zone, packageID, ruleID, "disable")
		return err
	})
	if steps.Model != "today" {
		override := cloudflare.WAFOverride{}
		steps.Run("CreateWAFOverride", func() (err error) {
			override, err = api.CreateWAFOverride(ctx, steps.Zone, cloudflare.WAFOverride{
				URLs: []string{"example.com/clients*"}, Rules: map[string]string{"100015": "disable"},
			})
			return err
		})
		steps.Run("DeleteWAFOverride", func() error { return api.DeleteWAFOverride(ctx, steps.Zone, override.ID) })
	}
	var filters []cloudflare.Filter
	steps.Run("CreateFilters", func() (err error) {
		filters, err = api.CreateFilters(ctx, zone, []cloudflare.FilterCreateParams{{Expression: "ip.src eq 192.0.2.7"}})
		return err
	})
	var rules []cloudflare.FirewallRule
	steps.Run("CreateFirewallRules", func() (err error) {
		filter := cloudflare.Filter{Expression: "ip.src eq 192.0.2.8"}
		if len(filters) > 0 {
			filter = cloudflare.Filter{ID: filters[0].ID}
		}
		rules, err = api.CreateFirewallRules(ctx, zone,
			[]cloudflare.FirewallRuleCreateParams{{Action: "block", Filter: filter}})
		return err
	})
	steps.Run("FirewallRules", func() error {
		found, _, err := api.FirewallRules(ctx, zone, cloudflare.FirewallRuleListParams{})
		if err != nil {
			return err
		}
		return steps.Want(len(found) == 1, "%v", found)
	})
	steps.Run("DeleteFirewallRule", func() error {
		if len(rules) == 0 {
			return steps.Want(false, "no rule was created")
		}
		return api.DeleteFirewallRule(ctx, zone, rules[0].ID)
	})
	steps.Run("CreatePageRule", func() error {
		target := cloudflare.PageRuleTarget{Target: "url"}
		target.Constraint.Operator, target.Constraint.Value = "matches", "example.com/clients/*"
		created, err := api.CreatePageRule(ctx, steps.Zone, cloudflare.PageRule{
			Targets: []cloudflare.PageRuleTarget{target},
			Actions: []cloudflare.PageRuleAction{{ID: "ssl", Value: "full"}},
			Status:  "active",
		})
		if err != nil {
			return err
		}
		return api.DeletePageRule(ctx, steps.Zone, created.ID)
	})
}
