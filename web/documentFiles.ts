import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const DOCUMENT_IMPORT = /^import \{([^}]*)\} from '([^']*\/generated\/graphql\.ts)'/gm
const ONE_DOCUMENT = /\?document=(\w+)$/

/**
 * Splits each GraphQL document into a module of its own. The generator writes them into one (one more for sessions), and the bundler cannot
 * split a module, so the first load would contain those of every screen.
 */
export function documentFiles(): Plugin {
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
      return query === undefined || name === undefined ? null : documentOf(readFileSync(id.slice(0, -query.length), 'utf8'), name)
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

/** The module of one document, parsed or as text. Throws when the generated text holds none of that name, or words it otherwise. */
export function documentOf(generated: string, name: string): string {
  const [, text] =
    new RegExp(`^export const ${name} = new TypedDocumentString\\(\`([^\`\\\\]*)\`\\) as unknown as `, 'm').exec(generated) ?? []
  if (text !== undefined) return `export const ${name} = ${JSON.stringify(text.replace(/\s+/g, ' ').trim())}`
  const [line] = new RegExp(`^export const ${name} = \\{.*\\} as unknown as `, 'm').exec(generated) ?? []
  if (line === undefined) throw new Error(`The generated GraphQL documents hold no ${name} as documentFiles.ts reads them`)
  return line.replace(/ as unknown as $/, '')
}
