import { GraphQLError, parse, specifiedRules, validate, type DocumentNode, type GraphQLSchema, type ValidationRule } from 'graphql'
import { LRUCache } from 'lru-cache'
import { err, ok, UserFacingError, type Result } from '../../../schema/errors.ts'
import { OverLimit } from './OverLimit.ts'

/** Tokens of one document; the parser stops there. */
const MAX_TOKENS = 1_000
/** Characters before the last token that are looked at for its name. */
const LAST_READ = 100
/** Errors per document: validation stops there. */
const MAX_ERRORS = 5
/** Characters of cached documents: their trees take some thirty times as much. */
const KEPT_CHARACTERS = 500_000

export interface DocumentRules {
  /** The limits on a document's size, checked first: each visits few nodes of any document, and none is asked after one that complains. */
  readonly limits: readonly ValidationRule[]
  /** GraphQL's own rules, some of which are quadratic: only for documents within the limits. */
  readonly rules?: readonly ValidationRule[]
  /** Texts of the own web's documents, by the ids it asks with. */
  readonly own?: ReadonlyMap<string, string>
}

/**
 * Parses the documents that clients send. One that is too large is refused before any costly work; valid ones are cached, parsed, for later
 * requests. The own web's are kept for good, whatever others send.
 */
export class Documents {
  readonly #schema: GraphQLSchema
  readonly #limits: readonly ValidationRule[]
  readonly #rules: readonly ValidationRule[]
  readonly #own: ReadonlyMap<string, string>
  /** By text; null until first requested. */
  readonly #ownParsed: Map<string, DocumentNode | null>
  readonly #valid = new LRUCache<string, DocumentNode>({ maxSize: KEPT_CHARACTERS, sizeCalculation: (_document, text) => text.length })

  constructor(schema: GraphQLSchema, { limits, rules = specifiedRules, own = new Map() }: DocumentRules) {
    this.#schema = schema
    this.#limits = limits
    this.#rules = rules
    this.#own = own
    this.#ownParsed = new Map(Array.from(own.values(), (text) => [text, null]))
  }

  /**
   * The text that a request asks for: its own, or without one the own web's of that id. Throws UNKNOWN_DOCUMENT when there is none of that
   * id, and BAD_USER_INPUT without both.
   */
  textOf(query: string | undefined, documentId: unknown): string {
    if (query) return query
    if (documentId === undefined) throw new UserFacingError('BAD_USER_INPUT', 'query must be the text of a GraphQL document')
    const text = typeof documentId === 'string' ? this.#own.get(documentId) : undefined
    if (text !== undefined) return text
    throw new UserFacingError('UNKNOWN_DOCUMENT', 'Sakha was updated. Please reload this page.')
  }

  /** The document, or what is wrong with it. */
  read(text: string): Result<DocumentNode, readonly GraphQLError[]> {
    const known = this.#ownParsed.get(text) ?? this.#valid.get(text)
    if (known) return ok(known)
    let document: DocumentNode
    try {
      document = parse(text, { maxTokens: MAX_TOKENS })
    } catch (error) {
      if (error instanceof GraphQLError) return err([tooManyTokens(text, error) ?? error])
      throw error
    }
    const faults = this.faults(document)
    if (faults.length > 0) return err(faults)
    const kept = this.#ownParsed.has(text) ? this.#ownParsed : this.#valid
    kept.set(text, document)
    return ok(document)
  }

  /** What is wrong with a parsed document: each limit is asked by itself, and GraphQL's own rules when none complains. */
  faults(document: DocumentNode): readonly GraphQLError[] {
    for (const rules of [...this.#limits.map((limit) => [limit]), this.#rules]) {
      const faults = validate(this.#schema, document, rules, { maxErrors: MAX_ERRORS })
      if (faults.length > 0) return faults
    }
    return []
  }
}

/** The parser's complaint about a document with too many tokens; null: it complains about something else. */
function tooManyTokens(text: string, { message, source, positions }: GraphQLError): OverLimit | null {
  if (!message.endsWith('tokens. Parsing aborted.')) return null
  const [at = 0] = positions ?? []
  const [, last = ''] = /(\w+)\W*$/.exec(text.slice(Math.max(0, at - LAST_READ), at)) ?? []
  const told = `The document has more than ${MAX_TOKENS.toLocaleString('en-US')} names, braces and values, which end at "${last}": ask for what comes after it in another request.`
  return new OverLimit({ name: 'tokens', allowed: MAX_TOKENS }, told, { message, source: source ?? null, positions: positions ?? null })
}
