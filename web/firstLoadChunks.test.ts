import path from 'node:path'
import { expect, it } from 'vitest'
import { firstLoadChunks } from './firstLoadChunks.ts'

const at = (name: string) => path.join(import.meta.dirname, name)

it('Modules go into the file of the first load that needs them; what only the landing page or a screen needs stays apart', () => {
  const imports: Readonly<Record<string, readonly string[]>> = {
    [at('main.tsx')]: ['react', 'router'],
    router: ['react'],
    [at('screens/LandingScreen.tsx')]: ['react', 'button', 'hero'],
    [at('app/shell/SignedInShell.tsx')]: ['button', 'apollo'],
    apollo: ['rxjs', 'react'],
    // A circle must not keep it from coming to an end.
    rxjs: ['apollo'],
    screen: ['apollo', 'table'],
  }
  const chunkOf = firstLoadChunks()
  const graph = { getModuleInfo: (id: string) => ({ importedIds: imports[id] ?? [] }) }
  const ids = ['react', 'router', 'button', 'apollo', 'rxjs', 'hero', 'screen', 'table', at('app/shell/SignedInShell.tsx')]
  expect(ids.map((id) => chunkOf(id, graph))).toEqual(['main', 'main', 'main', 'shell', 'shell', null, null, null, 'shell'])
})
