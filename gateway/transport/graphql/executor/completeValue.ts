import type { GraphQLLeafType } from 'graphql'
import type { Shapes } from './Shapes.ts'

/**
 * Shapes a resolved value by GraphQL's "value completion", for plain data. Throws at everything else (null where none may be, a promise, an
 * error, a function, a value its scalar refuses), which is left to graphql-js.
 */
export type Complete = (value: unknown) => unknown

/** A field of an object: a property of it, or its type's name. */
export type PlannedField =
  | { readonly responseName: string; readonly name: string; readonly complete: Complete }
  | { readonly responseName: string; readonly constant: string }

/** Thrown for every value that is not plain; a singleton, for nobody reads it. */
const NOT_PLAIN = new Error('a value is not plain data')

export function completeNonNull(complete: Complete): Complete {
  return (value) => {
    const completed = complete(value)
    if (completed === null) throw NOT_PLAIN
    return completed
  }
}

export function completeLeaf(type: GraphQLLeafType): Complete {
  return (value) => {
    if (value === null || value === undefined) return null
    if (typeof value === 'object') refuseUnsettled(value)
    const serialized: unknown = type.serialize(value)
    if (serialized === null || serialized === undefined) throw NOT_PLAIN
    return serialized
  }
}

export function completeList(complete: Complete, shapes: Shapes): Complete {
  return (value) => {
    if (value === null || value === undefined) return null
    if (!Array.isArray(value)) throw NOT_PLAIN
    return shapes.of(value, complete, () => value.map((item: unknown) => complete(item)))
  }
}

export function completeObject(fields: readonly PlannedField[], shapes: Shapes): Complete {
  // Copied, an object has its final size and shape from the start.
  const blank: Record<string, unknown> = {}
  for (const field of fields) blank[field.responseName] = 'constant' in field ? field.constant : null
  const properties = fields.filter((field) => 'name' in field)
  return (value) => {
    if (value === null || value === undefined) return null
    if (typeof value !== 'object') throw NOT_PLAIN
    return shapes.of(value, properties, () => {
      refuseUnsettled(value)
      const completed = { ...blank }
      for (const { responseName, name, complete } of properties) completed[responseName] = complete(propertyOf(value, name))
      return completed
    })
  }
}

function propertyOf(value: object, name: string): unknown {
  const property: unknown = Reflect.get(value, name)
  if (typeof property === 'function') throw NOT_PLAIN
  return property
}

function refuseUnsettled(value: object): void {
  if (value instanceof Error || ('then' in value && typeof value.then === 'function')) throw NOT_PLAIN
}
