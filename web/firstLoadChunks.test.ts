import path from 'node:path'
import { expect, it } from 'vitest'
import { firstLoadChunks } from './firstLoadChunks.ts'

const at = (name: string) => path.join(import.meta.dirname, name)

it('Modules go into the file of the first load that needs them; what only one screen needs, or none of the first, stays apart', () => {
  const imports: Readonly<Record<string, readonly string[]>> = {
    [at('main.tsx')]: ['react', 'router'],
    router: ['react'],
    [at('screens/LandingScreen.tsx')]: ['react', 'button', 'card', 'hero'],
    [at('app/shell/SignedInShell.tsx')]: ['button', 'apollo'],
    apollo: ['rxjs', 'react'],
    // A cycle must not keep it from ending.
    rxjs: ['apollo'],
    [at('screens/DashboardScreen.tsx')]: ['apollo', 'stats', 'card', 'greeting'],
    [at('screens/HistoryScreen.tsx')]: ['apollo', 'stats', 'table'],
    [at('screens/ReportsScreen.tsx')]: ['table'],
  }
  const groups = firstLoadChunks()
  const graph = { getModuleInfo: (id: string) => ({ importedIds: imports[id] ?? [] }) }
  const files = (id: string) => groups.flatMap(({ name }) => name(id, graph) ?? [])
  const apart = ['hero', 'greeting', 'table', at('screens/DashboardScreen.tsx')]
  expect(
    Object.fromEntries(['react', 'router', 'button', 'card', 'apollo', 'rxjs', 'stats', ...apart].map((id) => [id, files(id)])),
  ).toEqual({
    react: ['main'],
    router: ['main'],
    button: ['main'],
    card: ['main'],
    apollo: ['shell'],
    rxjs: ['shell'],
    stats: ['screens'],
    ...Object.fromEntries(apart.map((id) => [id, []])),
  })
  const priorities = groups.map(({ priority }) => priority)
  expect(priorities).toEqual(priorities.toSorted((a, b) => b - a))
})
