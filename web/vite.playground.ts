import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** GraphiQL's style sheet carries its fonts as data: addresses, which the content policy refuses and the page does not need. */
function graphiqlWithoutFonts(): Plugin {
  return {
    name: 'graphiql-without-fonts',
    enforce: 'pre',
    transform(code, id) {
      if (!/node_modules\/graphiql\/dist\/style\.css/.test(id)) return null
      const faces = /@font-face\s*\{[^}]*\}/g
      if (!faces.test(code)) throw new Error('the style sheet of graphiql no longer brings fonts: this plugin can go')
      return { code: code.replaceAll(faces, ''), map: null }
    },
  }
}

/** The playground: a build of its own, so that no other page loads or names a byte of it. Runs after the web's, into the same folder. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), graphiqlWithoutFonts()],
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: '../dist/web',
    emptyOutDir: false,
    target: 'es2022',
    assetsDir: 'assets/playground',
    assetsInlineLimit: 0,
    // GraphiQL with its editor is one page's only file.
    chunkSizeWarningLimit: 2_000,
    rolldownOptions: { input: 'web/playground.html' },
  },
})
