/** A value for each parameter of a rule text. */
export type Parameters = Readonly<Record<string, number>>

/** Every combination of the values, the last parameter changing fastest; one empty set for a grid without parameters. */
export function parameterGrid(grid: ReadonlyMap<string, readonly number[]>): Parameters[] {
  let sets: Parameters[] = [{}]
  for (const [name, values] of grid) sets = sets.flatMap((set) => values.map((value) => ({ ...set, [name]: value })))
  return sets
}

/** A set in words: `fast=5 slow=21`. */
export function nameOfParameters(parameters: Parameters): string {
  return Object.entries(parameters)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ')
}

/** The names of the placeholders of a rule text, such as `{fast}` in `ema({fast})`, in the order in which they first come. */
export function placeholdersOf(ruleText: string): string[] {
  return [...new Set(Array.from(ruleText.matchAll(PLACEHOLDER), (match) => match[1]!))]
}

/**
 * The rule text with numbers for its placeholders. One that is a whole JSON string, like `"{level}"`, becomes a number.
 * A placeholder without a value stays as it is, for the rule parser to name.
 */
export function fillPlaceholders(ruleText: string, parameters: Parameters): string {
  const value = (name: string, otherwise: string) => (Object.hasOwn(parameters, name) ? String(parameters[name]) : otherwise)
  return ruleText
    .replace(WHOLE_STRING, (text, name: string) => value(name, text))
    .replace(PLACEHOLDER, (text, name: string) => value(name, text))
}

const PLACEHOLDER = /\{([a-z]\w*)\}/gi
const WHOLE_STRING = /"\{([a-z]\w*)\}"/gi
