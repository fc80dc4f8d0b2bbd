import path from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { SCREEN_ROUTES } from './app/screenRoutes.ts'
import { builtDocument } from './builtDocument.ts'
import { gatewayRequest } from './lib/session/askGateway.ts'
import { takeEarlyProfile } from './lib/session/earlyProfile.ts'
import { MeDocument } from './lib/session/generated/graphql.ts'
import { preloadScript, type BuiltScript } from './screenPreloads.ts'

/** Vitest's: the window that scripts of the document run in, which is not this file's. */
declare const jsdom: { readonly window: Window & { fetch: typeof fetch } }

const at = (module: string) => path.join(import.meta.dirname, module)

/** Each screen in a file of its own, which needs `parts`, which needs `main`. */
const BUILT: readonly BuiltScript[] = [
  { fileName: 'assets/main-1.js', moduleIds: [at('main.tsx')], imports: [] },
  { fileName: 'assets/parts-1.js', moduleIds: [at('ui/Button.ts')], imports: ['assets/main-1.js'] },
  { fileName: 'assets/shell-1.js', moduleIds: [at('app/shell/SignedInShell.tsx')], imports: ['assets/main-1.js', 'assets/parts-1.js'] },
  ...[...new Set(SCREEN_ROUTES.map(({ file }) => file))].map((file) => ({
    fileName: `assets/${file}-1.js`,
    moduleIds: [at(`screens/${file}.tsx`)],
    imports: ['assets/parts-1.js'],
  })),
]
const HTML = '<script src="/assets/main-1.js"></script>'

/** What a page at that address requests. */
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

  it('asks for a screen and its shell, and who this is, only while somebody is signed in', async () => {
    const fetchCall = vi.fn<typeof fetch>(() => Promise.resolve(new Response('asha')))
    jsdom.window.fetch = fetchCall
    expect(asked('/history?status=CLOSED')).toEqual([])
    expect(fetchCall).not.toHaveBeenCalled()

    localStorage.setItem('auth_token', 'x')
    expect(asked('/history?status=CLOSED')).toEqual(['/assets/shell-1.js', '/assets/parts-1.js', '/assets/HistoryScreen-1.js'])
    const { address, init } = gatewayRequest(String(builtDocument(String(MeDocument)).bundled), {}, 'x')
    expect(fetchCall).toHaveBeenCalledExactlyOnceWith(address, init)
    Object.assign(window, { earlyProfile: jsdom.window.earlyProfile })
    expect(await (await takeEarlyProfile('x'))?.text()).toBe('asha')
    expect(takeEarlyProfile('x')).toBeUndefined()
  })

  it.each([
    ['/strategies/new', 'StrategyEditorScreen'],
    ['/strategies/0198c1de-7b1a-7000-8000-000000000000', 'StrategyScreen'],
    ['/strategies/0198c1de-7b1a-7000-8000-000000000000/edit', 'StrategyEditorScreen'],
  ])('asks at %s for the %s', (address, file) => {
    jsdom.window.fetch = () => Promise.resolve(new Response('asha'))
    localStorage.setItem('auth_token', 'x')
    expect(asked(address)).toEqual(['/assets/shell-1.js', '/assets/parts-1.js', `/assets/${file}-1.js`])
  })

  it('does not take who this was for who this is', () => {
    window.earlyProfile = { token: 'x', response: Promise.resolve(new Response('asha')) }
    expect(takeEarlyProfile('y')).toBeUndefined()
  })

  it('asks for nothing at an address without a screen', () => {
    expect(asked('/no-such-page')).toEqual([])
  })

  it('names each file once, whatever number of screens need it', () => {
    const script = preloadScript(HTML, BUILT)
    for (const { fileName } of BUILT.slice(1)) expect(script.split(fileName)).toHaveLength(2)
  })

  it('is not built when a screen has gone elsewhere', () => {
    const last = SCREEN_ROUTES.at(-1)!.file
    expect(() => preloadScript(HTML, BUILT.slice(0, -1))).toThrow(`no built file holds screens/${last}.tsx`)
  })
})
