import { Extensions } from 'type-graphql'

/** The arguments of a field as a request gives them, its variables put in, names of enums as they are. Nothing of it is checked yet. */
export type GivenArguments = Readonly<Record<string, unknown>>

/** A number by the arguments of the field, or where it takes none, by those of the field at the operation's root. */
export type ByArguments = (given: GivenArguments) => number

/**
 * How many entries a field has at most, for what an operation costs (gateway/transport/graphql/operationCost.ts). Of a short list in each
 * row of a longer one it is what a row has ordinarily.
 */
export type FieldSize = number | ByArguments

/** Of a list whose entries the field above it counts, as the edges of a connection. */
export const COUNTED = 1

/** Every list of the API says how long it may be, and so does every field with pages below it; the gateway does not start otherwise. */
export const Size = (size: FieldSize) => Extensions({ size })

/** What a field at an operation's root takes beside what it answers, in units of cost. */
export const Work = (work: ByArguments) => Extensions({ work })

interface Page {
  readonly default: number
  readonly max: number
}

/** As many as an argument asks for: `limit`, or in an object `input.first`. Left out, as many as the server then gives. */
export function asked(path: string, { default: otherwise, max }: Page): ByArguments {
  return (given) => {
    const value = valueAt(given, path)
    if (value === undefined || value === null) return otherwise
    return typeof value === 'number' ? Math.max(1, value) : max
  }
}

/** One for each entry of a list that is asked with; as many as it may have where it is left out. */
export function each(path: string, max: number): ByArguments {
  return (given) => {
    const value = valueAt(given, path)
    if (value === undefined || value === null) return max
    return Array.isArray(value) ? Math.max(1, value.length) : 1
  }
}

function valueAt(given: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), given)
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
