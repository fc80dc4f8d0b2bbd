import { Linter } from 'eslint'
import typescript from 'typescript'
import ts from 'typescript-eslint'
import { expect, it } from 'vitest'
import { noStaleFields } from './noStaleFields.js'

/** What the rule says of a method of a class whose field may be null. */
function complaints(method: string): string[] {
  const code = `
    export class Watch {
      #lead: { at: number } | null = null
      readonly #parts = { wait: async () => {} }
      take() { this.#lead = { at: 1 } }
      resign() { this.#lead = null }
      ${method}
    }`
  const options: typescript.CompilerOptions = { noLib: true, strict: true, target: typescript.ScriptTarget.ESNext }
  const host = typescript.createCompilerHost(options)
  const file = typescript.createSourceFile('watch.ts', code, typescript.ScriptTarget.ESNext, true)
  const program = typescript.createProgram(['watch.ts'], options, {
    ...host,
    getSourceFile: (name) => (name === 'watch.ts' ? file : undefined),
  })
  const found = new Linter().verify(
    code,
    {
      files: ['**/*.ts'],
      languageOptions: { parser: ts.parser, parserOptions: { programs: [program] } },
      plugins: { sakha: { rules: { 'no-stale-fields': noStaleFields } } },
      rules: { 'sakha/no-stale-fields': 'error' },
    },
    'watch.ts',
  )
  return found.map(({ message }) => message)
}

const STALE = ['this.#lead may be null by now: take it as a constant before the await, and check after it whether it still counts.']

it.each([
  ['a field looked at before an await', `async run() { if (!this.#lead) return; await this.#parts.wait(); return this.#lead.at }`, STALE],
  ['one asserted after it', `async run() { await this.#parts.wait(); return this.#lead!.at }`, STALE],
  ['one looked at again', `async run() { await this.#parts.wait(); return this.#lead ? this.#lead.at : 0 }`, []],
  ['one asked with ?.', `async run() { await this.#parts.wait(); return this.#lead?.at }`, []],
  ['a constant', `async run() { const lead = this.#lead; if (!lead) return; await this.#parts.wait(); return lead.at }`, []],
  ['a field without an await', `run() { return this.#lead ? this.#lead.at : 0 }`, []],
])('%s is judged by whether it may have become null', (_what, method, said) => {
  expect(complaints(method)).toEqual(said)
})
