import { LogOut } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import { SCREENS } from '../../schema/paths.ts'
import { signOut } from '../lib/session/signOut.ts'
import { Button } from './Button.ts'

/** Ends the session and goes to the landing page. */
export function LogoutButton() {
  const navigate = useNavigate()
  return (
    <Button
      $look="quiet"
      type="button"
      onClick={() => {
        signOut()
        void navigate(SCREENS.landing)
      }}
    >
      <LogOut size={15} aria-hidden /> Logout
    </Button>
  )
}
