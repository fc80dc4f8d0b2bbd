import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { documentFiles } from './documentFiles.ts'
import { FIRST_LOAD_FILES, firstLoadChunks } from './firstLoadChunks.ts'
import { iconFiles } from './iconFiles.ts'
import { screenPreloads } from './screenPreloads.ts'

/**
 * Sonner writes its styles into a <style> element without a nonce, which the content security policy refuses.
 * The same styles come from its CSS file (imported in main.tsx), so the call is taken out.
 */
function sonnerWithoutInlineStyles(): Plugin {
  return {
    name: 'sonner-without-inline-styles',
    transform(code, id) {
      if (!/node_modules\/sonner\/dist\/index\.mjs/.test(id)) return null
      const call = /^__insertCSS\(".*"\);?$/m
      if (!call.test(code)) throw new Error('sonner no longer inserts its styles by __insertCSS("…"): this plugin must follow or go')
      return { code: code.replace(call, ''), map: null }
    },
  }
}

const NO_PROP_NAMES = '\0no-prop-names'

/**
 * framer-motion takes a list of what HTML knows as properties where it finds one, and styled-components happens to bring one: 2 KiB in
 * every first load. Without it, components get all but what motion takes for itself.
 */
function motionWithoutPropNames(): Plugin {
  return {
    name: 'motion-without-prop-names',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source, importer) => (source === '@emotion/is-prop-valid' && importer?.includes('/framer-motion/') ? NO_PROP_NAMES : null),
    load: (id) => (id === NO_PROP_NAMES ? 'export default null' : null),
  }
}

/** Has the browser compile what the first screen runs in one go, beside the page, instead of function by function as each is called. */
function compileHints(): Plugin {
  return {
    name: 'compile-hints',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle))
          if (file.type === 'chunk' && FIRST_LOAD_FILES.some((name) => name === file.name))
            file.code = `//# allFunctionsCalledOnLoad\n${file.code}`
      },
    },
  }
}

/**
 * Screens that are rarely opened from another one. Every first load carries the names of the files that a screen is preloaded with;
 * the names for these come with the screen itself.
 */
const isRare = (file: string) =>
  /\/(Admin\w*|Compliance|NotFound|Profile|Reports|ResetPassword|StrategyEditor|VerifyEmail)Screen-/.test(file)
const isStyle = (file: string) => file.endsWith('.css')

/** One file for the icons that screens share after the first load: each is smaller than what a request for it takes. */
const sharedIcons = { name: 'icons', test: /lucide-react\/dist\/esm\/icons\//, minShareCount: 2 }

const gateway = process.env['GATEWAY_URL'] ?? 'http://127.0.0.1:4000'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [iconFiles(), documentFiles(), react(), sonnerWithoutInlineStyles(), motionWithoutPropNames(), screenPreloads(), compileHints()],
  // The gateway replaces the placeholder in every response it serves.
  html: { cspNonce: '__CSP_NONCE__' },
  optimizeDeps: { exclude: ['sonner'] },
  // Styles without comments and indentation, and none of components that nothing uses.
  oxc: { plugins: { styledComponents: { displayName: false, ssr: false, minify: true, pure: true } } },
  server: {
    proxy: { '/graphql': { target: gateway, ws: true }, '/downloads': { target: gateway }, '/auth/smartapi': { target: gateway } },
  },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    // The policy allows fonts and images from the own origin only: no data: URLs.
    assetsInlineLimit: 0,
    modulePreload: {
      // It would be a file of its own, for browsers that can do without: they fetch a file when it is imported.
      polyfill: false,
      resolveDependencies: (file, needed) => (isRare(file) ? needed.filter(isStyle) : [...needed]),
    },
    rolldownOptions: {
      output: {
        // Every first load carries the names of the others: seven characters of a hash tell builds apart as well as eight.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        codeSplitting: { groups: [...firstLoadChunks(), sharedIcons] },
      },
    },
  },
})
