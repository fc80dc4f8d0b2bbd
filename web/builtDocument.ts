import { addTypenameToDocument } from '@apollo/client/utilities'
import { print, stripIgnoredCharacters, type DocumentNode } from 'graphql'
import { createHash } from 'node:crypto'

/** 72 bits: no two documents of any two versions share an id by accident, and nobody but the build says what one stands for. */
const ID_LENGTH = 12

/** A GraphQL document as the build has it. */
export interface BuiltDocument {
  /** The hash of `text`. */
  readonly id: string
  /** What the gateway executes for it. */
  readonly text: string
  /** What stands in the bundle: parsed and with its id for Apollo's cache, or `Operation:id` where Apollo is not loaded. */
  readonly bundled: DocumentNode | string
}

/** Of what the generator made: a parsed document, or the text of one. */
export function builtDocument(generated: DocumentNode | string): BuiltDocument {
  if (typeof generated === 'string') {
    const text = stripIgnoredCharacters(generated)
    const [, name] = /^\w+ (\w+)/.exec(text) ?? []
    if (name === undefined) throw new Error(`A GraphQL document without a name cannot be asked for by its id: ${text}`)
    return { id: idOf(text), text, bundled: `${name}:${idOf(text)}` }
  }
  // Apollo's cache needs the types of all objects.
  const text = stripIgnoredCharacters(print(addTypenameToDocument(generated)))
  return { id: idOf(text), text, bundled: Object.assign({ documentId: idOf(text) }, generated) }
}

function idOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, ID_LENGTH)
}
