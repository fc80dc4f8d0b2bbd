import { walkScreens } from './walkScreens.ts'

walkScreens('a phone', 'admins')
