import type { DocumentNode } from 'graphql'
import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { builtDocument } from './builtDocument.ts'

const DOCUMENT_IMPORT = /^import \{([^}]*)\} from '([^']*\/generated\/graphql\.ts)'/gm
const ONE_DOCUMENT = /\?document=(\w+)$/

/** From the build: the texts of the web's documents by id, in which the gateway looks up requests (OwnDocuments.ts there). */
const MANIFEST = 'documents.json'

/**
 * Splits each GraphQL document into a module of its own. The generator writes them into one (one more for sessions), and the bundler cannot
 * split a module, so the first load would contain every screen's documents. The web then asks by ids, and the texts go into a manifest.
 */
export function documentFiles(): Plugin {
  const texts = new Map<string, string>()
  return {
    name: 'document-files',
    apply: 'build',
    enforce: 'pre',
    transform: (code) => ({
      code: code.replace(DOCUMENT_IMPORT, (_all, names: string, file: string) => importEach(names, file)),
      map: null,
    }),
    async resolveId(source, importer) {
      const [name] = ONE_DOCUMENT.exec(source) ?? []
      if (name === undefined) return null
      const file = await this.resolve(source.slice(0, -name.length), importer, { skipSelf: true })
      return file && file.id + name
    },
    load(id) {
      const [query, name] = ONE_DOCUMENT.exec(id) ?? []
      if (query === undefined || name === undefined) return null
      const document = builtDocument(documentOf(readFileSync(id.slice(0, -query.length), 'utf8'), name))
      texts.set(document.id, document.text)
      return `export const ${name} = ${JSON.stringify(document.bundled)}`
    },
    generateBundle() {
      const source = JSON.stringify(Object.fromEntries([...texts].sort(([one], [other]) => (one < other ? -1 : 1))))
      this.emitFile({ type: 'asset', fileName: MANIFEST, source })
    },
  }
}

/** On one line, so that reported line numbers stay right. */
function importEach(names: string, file: string): string {
  return names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .map((name) => `import { ${name} } from '${file}${name.startsWith('type ') ? '' : `?document=${name}`}'`)
    .join('; ')
}

/** One document, parsed or as text. Throws when the generated text holds none of that name, or words it otherwise. */
export function documentOf(generated: string, name: string): DocumentNode | string {
  const [, text] =
    new RegExp(`^export const ${name} = new TypedDocumentString\\(\`([^\`\\\\]*)\`\\) as unknown as `, 'm').exec(generated) ?? []
  if (text !== undefined) return text
  const [, parsed] = new RegExp(`^export const ${name} = (\\{.*\\}) as unknown as `, 'm').exec(generated) ?? []
  if (parsed === undefined) throw new Error(`The generated GraphQL documents hold no ${name} as documentFiles.ts reads them`)
  return JSON.parse(parsed) as DocumentNode
}
