import 'graphiql/style.css'
import '@graphiql/plugin-explorer/style.css'
import '../theme/tokens.css'
import './playground.css'
import { createRoot } from 'react-dom/client'
import { Playground } from './Playground.tsx'
import { trustMarkdown } from './trustMarkdown.ts'

trustMarkdown()
const root = document.getElementById('root')
if (!root) throw new Error('the page has no root element')
createRoot(root).render(<Playground />)
