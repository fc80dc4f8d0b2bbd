import { GraphQLError, parse, specifiedRules, validate, type DocumentNode, type GraphQLSchema, type ValidationRule } from 'graphql'
import { LRUCache } from 'lru-cache'
import { err, ok, type Result } from '../../../schema/errors.ts'

/** Tokens of one document; the parser stops there. */
const MAX_TOKENS = 1_000
/** Errors per document: validation stops there. */
const MAX_ERRORS = 5
/** Characters of cached documents: their trees take some thirty times as much. */
const KEPT_CHARACTERS = 500_000

export interface DocumentRules {
  /** The limits on a document's size: linear in its size, and checked first. */
  readonly limits: readonly ValidationRule[]
  /** GraphQL's own rules, some of which are quadratic. */
  readonly rules?: readonly ValidationRule[]
}

/**
 * Parses the documents that clients send. One that is too large is refused before any costly work; valid ones are cached, parsed, for later
 * requests.
 */
export class Documents {
  readonly #schema: GraphQLSchema
  readonly #limits: readonly ValidationRule[]
  readonly #rules: readonly ValidationRule[]
  readonly #valid = new LRUCache<string, DocumentNode>({ maxSize: KEPT_CHARACTERS, sizeCalculation: (_document, text) => text.length })

  constructor(schema: GraphQLSchema, { limits, rules = specifiedRules }: DocumentRules) {
    this.#schema = schema
    this.#limits = limits
    this.#rules = rules
  }

  /** The document, or what is wrong with it. */
  read(text: string): Result<DocumentNode, readonly GraphQLError[]> {
    const known = this.#valid.get(text)
    if (known) return ok(known)
    let document: DocumentNode
    try {
      document = parse(text, { maxTokens: MAX_TOKENS })
    } catch (error) {
      if (error instanceof GraphQLError) return err([error])
      throw error
    }
    for (const rules of [this.#limits, this.#rules]) {
      const faults = validate(this.#schema, document, rules, { maxErrors: MAX_ERRORS })
      if (faults.length > 0) return err(faults)
    }
    this.#valid.set(text, document)
    return ok(document)
  }
}
