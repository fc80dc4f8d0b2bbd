import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { documentFiles, documentOf } from './documentFiles.ts'

const GENERATED = readFileSync(path.join(import.meta.dirname, 'gql/generated/graphql.ts'), 'utf8')

const OF_SESSIONS = readFileSync(path.join(import.meta.dirname, 'lib/session/generated/graphql.ts'), 'utf8')

const rewritten = (code: string): unknown => {
  const { transform } = documentFiles()
  if (typeof transform !== 'function') throw new Error('no transform')
  return Reflect.apply(transform, {}, [code, 'screen.tsx'])
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

it('finds every generated document, each with the fragments it spreads', async () => {
  const names = [...GENERATED.matchAll(/^export const (\w+)/gm)].map(([, name]) => name!)
  expect(names.length).toBeGreaterThan(50)
  for (const name of names) {
    const module: unknown = await import(`data:text/javascript,${encodeURIComponent(documentOf(GENERATED, name))}`)
    expect(module).toMatchObject({ [name]: { kind: 'Document' } })
  }
  expect(documentOf(GENERATED, 'TradeDocument')).toContain('"value":"TradeParts"},"typeCondition"')
})

it('finds the documents of sessions, which are texts', async () => {
  const names = [...OF_SESSIONS.matchAll(/^export const (\w+)/gm)].map(([, name]) => name!)
  expect(names).toContain('LoginDocument')
  for (const name of names) {
    const module: unknown = await import(`data:text/javascript,${encodeURIComponent(documentOf(OF_SESSIONS, name))}`)
    const [, kind, operation] = /^\s*(query|mutation) (\w+)/.exec(String(Reflect.get(Object(module), name))) ?? []
    expect([kind, `${operation}Document`]).toEqual([expect.any(String), name])
  }
})

it('says which document is not there', () => {
  expect(() => documentOf(GENERATED, 'NoSuchDocument')).toThrow('NoSuchDocument')
})
