import { TerraformDataSource, TerraformResource, TerraformStack } from 'cdktf';
import type { IConstruct } from 'constructs';

/**
 * What `node.addDependency` says that a resource waits for, which cdktf 0.21 leaves unheard: all resources and data
 * sources of the stack in the constructs that it, or a construct around it, was made to depend on.
 */
export function nodeDependencies(
  resource: TerraformResource,
): readonly (TerraformResource | TerraformDataSource)[] {
  const stack = TerraformStack.of(resource);
  const scopes = resource.node.scopes.slice(stack.node.scopes.length);
  const named = scopes.flatMap(({ node }) => node.dependencies);
  const found = named.flatMap(({ node }) => node.findAll()).filter(isOfEngine);
  return [...new Set(found)].filter((each) => each !== resource && TerraformStack.of(each) === stack);
}

function isOfEngine(construct: IConstruct): construct is TerraformResource | TerraformDataSource {
  return (
    TerraformResource.isTerraformResource(construct) || TerraformDataSource.isTerraformDataSource(construct)
  );
}
