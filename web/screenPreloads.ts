import path from 'node:path'
import type { Plugin } from 'vite'
import { SCREEN_ROUTES } from './app/screenRoutes.ts'
import { builtDocument } from './builtDocument.ts'
import { gatewayRequest } from './lib/session/askGateway.ts'
import { MeDocument } from './lib/session/generated/graphql.ts'

const SHELL = 'app/shell/SignedInShell.tsx'
/** As the application has it. */
const PROFILE = String(builtDocument(String(MeDocument)).bundled)

/** The parts of the bundler's chunk info used here. */
export interface BuiltScript {
  readonly fileName: string
  readonly moduleIds: readonly string[]
  /** The files it needs before it runs. */
  readonly imports: readonly string[]
}

/**
 * Makes the page fetch the files of the screen at its address together with the application's own instead of after them, and verify a
 * stored session meanwhile: two round trips less before something shows.
 */
export function screenPreloads(): Plugin {
  return {
    name: 'screen-preloads',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const scripts = Object.values(bundle).filter((file) => file.type === 'chunk')
        // Before the style sheet: a script after one waits for it. The gateway replaces the placeholder in every page it serves.
        const preload = `<script nonce="__CSP_NONCE__">${preloadScript(html, scripts)}</script>\n    `
        const built = html.replace(/(?=<script type="module")/, () => preload)
        if (built === html) throw new Error('the page has no script to put the preloads before')
        return built
      },
    },
  }
}

/**
 * The script that preloads what the address needs and `html` does not name yet, and, as `startSession.ts` does, requests the profile of a
 * stored token (`earlyProfile.ts`). Without one it requests nothing for the signed-in only. It names each file once, and the shell's once for
 * all screens: a page above 14 KB takes another round trip to arrive.
 */
export function preloadScript(html: string, scripts: readonly BuiltScript[]): string {
  const numbers = new Map<string, number>()
  const filesToLoad = (module: string) => filesOf(module, scripts).filter((name) => !html.includes(name))
  const numbered = (files: readonly string[]) =>
    files.map((name) => {
      const number = numbers.get(name) ?? numbers.size
      numbers.set(name, number)
      return number
    })
  const filesOfShell = filesToLoad(SHELL)
  const routes = (ofSignedIn: boolean) =>
    SCREEN_ROUTES.filter(({ signedIn }) => signedIn === ofSignedIn).map(({ path: address, file }) => {
      const files = filesToLoad(`screens/${file}.tsx`).filter((name) => !ofSignedIn || !filesOfShell.includes(name))
      return [address.replaceAll(/:[a-z]+/g, '[^/]+'), numbered(files)]
    })
  const shell = JSON.stringify(numbered(filesOfShell))
  const forAll = JSON.stringify(routes(false))
  const forSignedIn = JSON.stringify(routes(true))
  return `{
  let token = null
  try {
    token = localStorage.getItem('auth_token')
  } catch {
    // A page without a storage has nobody signed in.
  }
  if (token !== null) {
    const { address, init } = ${JSON.stringify(gatewayRequest(PROFILE, {}))}
    init.headers.authorization = 'Bearer ' + token
    const response = fetch(address, init)
    // Whoever takes it is told of a failure.
    response.catch(() => undefined)
    window.earlyProfile = { token, response }
  }
  const names = ${JSON.stringify([...numbers.keys()])}
  const ofSignedIn = () => ${forSignedIn}.map(([address, files]) => [address, [...${shell}, ...files]])
  const screens = [...${forAll}, ...(token === null ? [] : ofSignedIn())]
  const [, files = []] = screens.find(([address]) => new RegExp('^' + address + '$').test(location.pathname)) ?? []
  for (const file of files)
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href: '/' + names[file], crossOrigin: '' }))
}`
}

/** The file that holds a module, and all that it needs before it runs. */
function filesOf(module: string, scripts: readonly BuiltScript[]): readonly string[] {
  const id = path.join(import.meta.dirname, module)
  const holder = scripts.find(({ moduleIds }) => moduleIds.includes(id))
  if (!holder) throw new Error(`no built file holds ${module}: screen-preloads must follow where it went`)
  const found = new Set([holder.fileName])
  for (const file of found) for (const imported of scripts.find(({ fileName }) => fileName === file)?.imports ?? []) found.add(imported)
  return [...found]
}
