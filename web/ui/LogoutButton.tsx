import { LogOut } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import { styled } from 'styled-components'
import { SCREENS } from '../../schema/paths.ts'
import { signOut } from '../lib/session/signOut.ts'
import { media } from '../theme/media.ts'
import { Button } from './Button.ts'

/** On phones the way out is in the menu: the head of a page is for what is done there every day. */
const OffPhone = styled(Button)`
  ${media.phone} {
    display: none;
  }
`

/** Ends the session and goes to the landing page. */
export function LogoutButton() {
  const navigate = useNavigate()
  return (
    <OffPhone
      $look="quiet"
      type="button"
      onClick={() => {
        signOut()
        void navigate(SCREENS.landing)
      }}
    >
      <LogOut size={15} aria-hidden /> Logout
    </OffPhone>
  )
}
