import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { preloadScript, type BuiltScript } from './screenPreloads.ts'

const at = (module: string) => path.join(import.meta.dirname, module)

const SCREENS = ['Dashboard', 'LiveTrades', 'Strategies', 'History', 'Reports', 'Profile', 'Landing']

/** Each screen in a file of its own, which needs `parts`, which needs `main`. */
const BUILT: readonly BuiltScript[] = [
  { fileName: 'assets/main-1.js', moduleIds: [at('main.tsx')], imports: [] },
  { fileName: 'assets/parts-1.js', moduleIds: [at('ui/Button.ts')], imports: ['assets/main-1.js'] },
  { fileName: 'assets/shell-1.js', moduleIds: [at('app/shell/SignedInShell.tsx')], imports: ['assets/main-1.js', 'assets/parts-1.js'] },
  ...SCREENS.map((name) => ({
    fileName: `assets/${name}Screen-1.js`,
    moduleIds: [at(`screens/${name}Screen.tsx`)],
    imports: ['assets/parts-1.js'],
  })),
]
const HTML = '<script src="/assets/main-1.js"></script>'

/** What a page at that address asks for. */
function asked(address: string): readonly string[] {
  window.history.replaceState(null, '', address)
  const script = Object.assign(document.createElement('script'), { textContent: preloadScript(HTML, BUILT) })
  document.head.append(script)
  script.remove()
  const links = [...document.head.querySelectorAll('link[rel=modulepreload]')]
  for (const link of links) link.remove()
  return links.map((link) => link.getAttribute('href') ?? '')
}

describe('the page', () => {
  it('asks a visitor’s browser for the landing page’s files, but for those the page names already', () => {
    expect(asked('/')).toEqual(['/assets/LandingScreen-1.js', '/assets/parts-1.js'])
  })

  it('asks for a screen and its shell only while somebody is signed in', () => {
    expect(asked('/history?status=CLOSED')).toEqual([])
    localStorage.setItem('auth_token', 'x')
    expect(asked('/history?status=CLOSED')).toEqual(['/assets/shell-1.js', '/assets/parts-1.js', '/assets/HistoryScreen-1.js'])
  })

  it('asks for nothing at an address without a screen', () => {
    expect(asked('/no-such-page')).toEqual([])
  })

  it('is not built when a screen has gone elsewhere', () => {
    expect(() => preloadScript(HTML, BUILT.slice(0, -1))).toThrow('no built file holds screens/LandingScreen.tsx')
  })
})
