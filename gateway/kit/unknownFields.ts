import { UserFacingError } from '../../schema/errors.ts'
import { nearestName } from '../../schema/nearestName.ts'

/** As much of JSON Schema as says which fields there are. */
export interface FieldSchema {
  readonly properties?: Readonly<Record<string, FieldSchema>>
  readonly items?: FieldSchema
  readonly anyOf?: readonly FieldSchema[]
  /** Brought along by clients, and not looked at. */
  readonly readOnly?: boolean
}

/** As many are named; one is enough to refuse. */
const MAX_TOLD = 20
const MAX_NAME = 60

/**
 * Finds the fields of a JSON body that its published schema does not have, however deep: a misspelt limit must not look like one that was
 * set. What the schema leaves open, such as rules, is judged by its reader. Null when there are none.
 */
export function unknownFields(schema: FieldSchema, body: unknown): UserFacingError | null {
  const complaints: Record<string, string> = {}
  collect(schema, body, '', complaints)
  const [first] = Object.values(complaints)
  return first === undefined ? null : new UserFacingError('BAD_USER_INPUT', first, complaints)
}

/** The same schema, saying of each object that it has no other fields. */
export function closedSchema<Schema extends FieldSchema>(schema: Schema): Schema {
  const { properties, items, anyOf, readOnly } = schema
  if (readOnly === true) return schema
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, closedSchema(field)])),
      additionalProperties: false,
    }),
    ...(items && { items: closedSchema(items) }),
    ...(anyOf && { anyOf: anyOf.map(closedSchema) }),
  }
}

function collect(schema: FieldSchema, value: unknown, path: string, complaints: Record<string, string>): void {
  if (typeof value !== 'object' || value === null || schema.readOnly === true) return
  for (const choice of schema.anyOf ?? []) collect(choice, value, path, complaints)
  if (Array.isArray(value)) {
    if (schema.items) for (const [i, item] of value.entries()) collect(schema.items, item, `${path}${i}.`, complaints)
    return
  }
  const { properties } = schema
  if (!properties) return
  for (const [name, member] of Object.entries(value)) {
    if (Object.keys(complaints).length >= MAX_TOLD) return
    const field = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (field) collect(field, member, `${path}${name}.`, complaints)
    else complaints[`${path}${shortened(name)}`] = `${path}${shortened(name)}: ${complaintOf(name, Object.keys(properties))}`
  }
}

function complaintOf(name: string, known: readonly string[]): string {
  const meant = nearestName(name, known)
  return meant === null ? `not known; there are ${known.join(', ')}` : `not known, did you mean ${meant}?`
}

function shortened(name: string): string {
  return name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name
}
