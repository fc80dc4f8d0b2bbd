import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it, vi } from 'vitest'
import { documentFiles, documentOf } from './documentFiles.ts'

const GENERATED = readFileSync(path.join(import.meta.dirname, 'gql/generated/graphql.ts'), 'utf8')

const OF_SESSIONS = readFileSync(path.join(import.meta.dirname, 'lib/session/generated/graphql.ts'), 'utf8')

const rewritten = (code: string): unknown => {
  const { transform } = documentFiles()
  if (typeof transform !== 'function') throw new Error('no transform')
  return Reflect.apply(transform, {}, [code, 'screen.tsx'])
}

/** The module of one document, as the bundler gets it. */
const loaded = (file: string, name: string, { load } = documentFiles()): unknown => {
  if (typeof load !== 'function') throw new Error('no load')
  return Reflect.apply(load, {}, [`${path.join(import.meta.dirname, file)}?document=${name}`])
}

it('imports every document from a module of its own, and types from the generated file', () => {
  const code = [
    'import { TradeDocument,',
    "  type TradeQuery } from '../../gql/generated/graphql.ts'",
    "import { client } from '../../gql/client.ts'",
  ].join('\n')
  expect(rewritten(code)).toEqual({
    code: [
      "import { TradeDocument } from '../../gql/generated/graphql.ts?document=TradeDocument'; " +
        "import { type TradeQuery } from '../../gql/generated/graphql.ts'",
      "import { client } from '../../gql/client.ts'",
    ].join('\n'),
    map: null,
  })
})

it('finds every generated document, each with the fragments it spreads', () => {
  const names = [...GENERATED.matchAll(/^export const (\w+)/gm)].map(([, name]) => name!)
  expect(names.length).toBeGreaterThan(50)
  for (const name of names) expect(documentOf(GENERATED, name)).toMatchObject({ kind: 'Document' })
  expect(JSON.stringify(documentOf(GENERATED, 'TradeDocument'))).toContain('"value":"TradeParts"},"typeCondition"')
})

it('finds the documents of sessions, which are texts', () => {
  const names = [...OF_SESSIONS.matchAll(/^export const (\w+)/gm)].map(([, name]) => name!)
  expect(names).toContain('LoginDocument')
  for (const name of names) {
    const [, kind, operation] = /^\s*(query|mutation) (\w+)/.exec(String(documentOf(OF_SESSIONS, name))) ?? []
    expect([kind, `${operation}Document`]).toEqual([expect.any(String), name])
  }
})

it('has in the bundle what Apollo’s cache reads, with its id, and of a document of sessions its id alone', () => {
  expect(loaded('gql/generated/graphql.ts', 'MarketStatusDocument')).toMatch(
    /^export const MarketStatusDocument = \{"documentId":"[\w-]{12}","kind":"Document","definitions":\[/,
  )
  expect(loaded('lib/session/generated/graphql.ts', 'LoginDocument')).toMatch(/^export const LoginDocument = "Login:[\w-]{12}"$/)
})

it('writes the texts of what was loaded, and nothing else, into the manifest', () => {
  const plugin = documentFiles()
  loaded('lib/session/generated/graphql.ts', 'LogoutDocument', plugin)
  loaded('gql/generated/graphql.ts', 'ShellStateDocument', plugin)
  const emitFile = vi.fn()
  if (typeof plugin.generateBundle !== 'function') throw new Error('no generateBundle')
  Reflect.apply(plugin.generateBundle, { emitFile }, [])
  const [[{ fileName, source }]] = emitFile.mock.calls as [[{ fileName: string; source: string }]]
  expect(fileName).toBe('documents.json')
  const texts = Object.values(JSON.parse(source) as Record<string, string>)
  expect(texts.map((text) => /^\w+ \w+/.exec(text)?.[0]).sort()).toEqual(['mutation Logout', 'query ShellState'])
})

it('says which document is not there', () => {
  expect(() => documentOf(GENERATED, 'NoSuchDocument')).toThrow('NoSuchDocument')
})
