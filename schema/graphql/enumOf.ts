/** Some names as the object that type-graphql needs for an enum. */
export function enumOf<const Name extends string>(names: readonly Name[]): { readonly [Each in Name]: Each }
export function enumOf(names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [name, name]))
}
