/** Node's hooks for TypeScript (node:module, `register`): what is imported with the ending .ts is compiled, whatever its folder is called. */
import { createResolve, load as compile } from '@oxc-node/core'

// The compiler reads tsconfig.json when its resolver is first asked. What that answers is of no interest: it gets a path wrong that has one
// of % # ? in it, so Node resolves.
await createResolve(
  { getCurrentDirectory: () => process.cwd() },
  './any.ts',
  { conditions: [], importAttributes: {}, parentURL: import.meta.url },
  (url) => ({ url, format: 'module' }),
)

const isTypeScript = (url) => url?.startsWith('file:') && new URL(url).pathname.endsWith('.ts')

/** By tsconfig.json (rewriteRelativeImportExtensions) what is compiled imports its neighbours with the ending .js. */
export function resolve(specifier, context, nextResolve) {
  const isNeighbour = /^\.{1,2}\/.*\.js$/.test(specifier) && isTypeScript(context.parentURL)
  return nextResolve(isNeighbour ? specifier.replace(/\.js$/, '.ts') : specifier, context)
}

export function load(url, context, nextLoad) {
  return isTypeScript(url) ? compile(url, { ...context, format: 'module' }, nextLoad) : nextLoad(url, context)
}
