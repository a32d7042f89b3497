module github.com/coder-persistence/terraform-provider-coder-persistence

go 1.26.0

require (
	github.com/Masterminds/semver/v3 v3.5.0 // indirect
	github.com/google/uuid v1.6.0 // indirect
	github.com/hashicorp/terraform-plugin-framework v1.19.0 // indirect
	github.com/hashicorp/terraform-plugin-framework-validators v0.19.0 // indirect
	github.com/hashicorp/terraform-plugin-go v0.31.0 // indirect
	github.com/hashicorp/terraform-plugin-log v0.11.0 // indirect
	github.com/hashicorp/terraform-plugin-testing v1.16.0 // indirect
	golang.org/x/sys v0.49.0 // indirect
	k8s.io/apimachinery v0.37.2 // indirect
	mvdan.cc/sh/v3 v3.14.1 // indirect
)
