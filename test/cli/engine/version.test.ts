import { isRecentEnough, OLDEST_WRITE_ONLY_ENGINE, parseVersion } from '../../../cli/engine/find';

describe('the version that an engine prints', () => {
  test.each([
    ['Terraform v1.11.4\non linux_amd64\n', { flavor: 'terraform', version: '1.11.4' }],
    ['OpenTofu v1.10.6\non darwin_arm64\n+ provider a/b v1.0.0\n', { flavor: 'tofu', version: '1.10.6' }],
    ['Terraform v1.12.0-beta1\n', { flavor: 'terraform', version: '1.12.0-beta1' }],
    ['note from a wrapper\nTerraform v1.5.7\n', { flavor: 'terraform', version: '1.5.7' }],
  ])('%j', (output, expected) => {
    expect(parseVersion(output)).toEqual(expected);
  });

  test.each([
    '',
    'Terraform',
    'Terraform v',
    'Terraform v1.5',
    'terraform v1.5.0',
    'v1.5.0',
    'Terraforming v1.5.0',
  ])('is not found in %j', (output) => {
    expect(parseVersion(output)).toBeUndefined();
  });
});

test.each([
  ['0.15.5', false],
  ['1.4.7', false],
  ['1.5.0', true],
  ['1.5.0-rc1', true],
  ['1.10.0', true],
  ['2.0.0', true],
])('the engine %s is recent enough: %s', (version, expected) => {
  expect(isRecentEnough(version)).toBe(expected);
});

test.each([
  ['1.10.6', false],
  ['1.11.0-beta1', true],
  ['1.11.4', true],
])('%s supports write-only attributes: %s', (version, expected) => {
  expect(isRecentEnough(version, OLDEST_WRITE_ONLY_ENGINE)).toBe(expected);
});
