import '@fontsource-variable/inter'
import 'sonner/dist/styles.css'
import './theme/rupee.css'
import './theme/fallbackFonts.css'
import './theme/tokens.css'
import './theme/global.css'
import './theme/useThemeStore.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router-dom'
import { createRouter } from './app/router.tsx'
import { Toasts } from './app/Toasts.tsx'
import { startSession } from './lib/session/startSession.ts'
import { surviveForeignChanges } from './lib/surviveForeignChanges.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
surviveForeignChanges()

// The stored session is verified first: until then nobody knows which screen is due.
await startSession()
createRoot(root).render(
  <StrictMode>
    <RouterProvider router={createRouter()} />
    <Toasts />
  </StrictMode>,
)
