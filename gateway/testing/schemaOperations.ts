import {
  getNamedType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLSchema,
} from 'graphql'

/** A number from 0 up to, but not including, 1. */
export type Chance = () => number

export interface DrawnOperation {
  readonly text: string
  readonly variables: Readonly<Record<string, unknown>>
}

const DEEPEST = 4

/** The same numbers for the same seed (mulberry32). */
export function chanceOf(seed: number): Chance {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A valid query of a schema: nested fields, some twice, aliases, arguments, variables, fragments, `@skip` and `@include`. */
export function drawOperation(schema: GraphQLSchema, chance: Chance): DrawnOperation {
  const root = schema.getQueryType()
  if (!root) throw new Error('the schema has no queries')
  const writer = new Writer(chance)
  const selection = writer.selection(root, 0)
  const declared = writer.declarations.length > 0 ? `(${writer.declarations.join(', ')})` : ''
  return { text: [`query Drawn${declared} ${selection}`, ...writer.fragments].join('\n'), variables: writer.variables }
}

class Writer {
  readonly declarations: string[] = []
  readonly variables: Record<string, unknown> = {}
  readonly fragments: string[] = []
  readonly #chance: Chance
  #names = 0

  constructor(chance: Chance) {
    this.#chance = chance
  }

  selection(type: GraphQLObjectType, depth: number): string {
    const fields = Object.values(type.getFields()).filter(({ type: of }) => depth < DEEPEST || !isCompositeType(getNamedType(of)))
    const chosen = Array.from({ length: 1 + this.#below(depth === 0 ? 3 : 5) }, () => {
      const field = fields[this.#below(fields.length)]
      if (!field || this.#oneIn(15)) return this.#oneIn(2) ? '__typename' : `${this.#name()}: __typename`
      const args = field.args.filter((arg) => isRequiredArgument(arg) || this.#oneIn(2))
      const given = args.map((arg) => `${arg.name}: ${this.#argument(arg.type)}`).join(', ')
      const named = getNamedType(field.type)
      const inner = isObjectType(named) ? ` ${this.selection(named, depth + 1)}` : ''
      // Without a name of its own it may stand there again: with the same arguments, so only where it takes none.
      const alias = depth === 0 || field.args.length > 0 || this.#oneIn(6) ? `${this.#name()}: ` : ''
      return `${alias}${field.name}${given && `(${given})`}${this.#directive()}${inner}`
    }).join(' ')
    if (this.#oneIn(8)) return `{ ... on ${type.name}${this.#directive()} { ${chosen} } __typename }`
    if (!this.#oneIn(8)) return `{ ${chosen} }`
    const name = `F${this.fragments.length}`
    this.fragments.push('')
    this.fragments[Number(name.slice(1))] = `fragment ${name} on ${type.name} { ${chosen} }`
    return this.#oneIn(3) ? `{ ...${name} ...${name} }` : `{ ...${name} }`
  }

  #directive(): string {
    if (!this.#oneIn(40)) return ''
    const [kind, value] = [this.#oneIn(2) ? 'skip' : 'include', this.#oneIn(2)]
    return ` @${kind}(if: ${this.#oneIn(2) ? String(value) : this.#variable('Boolean!', value)})`
  }

  #argument(type: GraphQLInputType): string {
    return this.#oneIn(3) ? this.#variable(String(type), this.#value(type)) : literal(this.#value(type), type)
  }

  #variable(type: string, value: unknown): string {
    const name = this.#name()
    this.declarations.push(`$${name}: ${type}`)
    this.variables[name] = value
    return `$${name}`
  }

  #value(type: GraphQLInputType): unknown {
    if (isNonNullType(type)) return this.#value(type.ofType)
    if (isListType(type)) return Array.from({ length: this.#below(3) }, () => this.#value(type.ofType))
    if (isEnumType(type)) return type.getValues()[this.#below(type.getValues().length)]?.name
    if (isInputObjectType(type)) {
      const fields = Object.values(type.getFields()).filter((field) => isNonNullType(field.type) || this.#oneIn(3))
      return Object.fromEntries(fields.map((field) => [field.name, this.#value(field.type)]))
    }
    switch (type.name) {
      case 'Int':
        return this.#below(100)
      case 'Float':
        return this.#below(1_000) / 8
      case 'Boolean':
        return this.#oneIn(2)
      case 'DateTimeISO':
        return '2026-11-20T05:00:00.000Z'
      case 'JSONObject':
        return {}
      default:
        return `text ${this.#below(10)}`
    }
  }

  #name(): string {
    return `n${this.#names++}`
  }

  #below(bound: number): number {
    return Math.floor(this.#chance() * bound)
  }

  #oneIn(times: number): boolean {
    return this.#below(times) === 0
  }
}

/** A value as a document writes it. */
function literal(value: unknown, type: GraphQLInputType): string {
  const bare = isNonNullType(type) ? type.ofType : type
  if (isListType(bare) && Array.isArray(value)) return `[${value.map((one: unknown) => literal(one, bare.ofType)).join(', ')}]`
  if (isInputObjectType(bare) && typeof value === 'object' && value !== null) {
    const fields = Object.entries(bare.getFields()).filter(([name]) => name in value)
    return `{ ${fields.map(([name, field]) => `${name}: ${literal(Reflect.get(value, name), field.type)}`).join(', ')} }`
  }
  return isEnumType(bare) ? String(value) : JSON.stringify(value)
}
