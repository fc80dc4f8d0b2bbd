import { Bell, KeyRound, Pencil } from 'lucide-react'
import { Link } from 'react-router-dom'
import { styled } from 'styled-components'
import { paths } from '../../../schema/paths.ts'
import { Button } from '../../ui/Button.ts'
import { Card } from '../../ui/Card.ts'

const Frame = styled(Card)`
  display: grid;
  gap: 10px;

  h2 {
    font-size: var(--text-md);
  }

  a,
  button {
    min-height: 44px;
    justify-content: flex-start;
  }
`

/** The changes people come to the profile for. */
export function ProfileActions({ onEdit, onChangePassword }: { onEdit: () => void; onChangePassword: () => void }) {
  return (
    <Frame aria-label="Quick Actions">
      <h2>Quick Actions</h2>
      <Button $look="quiet" type="button" onClick={onEdit}>
        <Pencil size={16} aria-hidden /> Edit Profile
      </Button>
      <Button $look="quiet" type="button" onClick={onChangePassword}>
        <KeyRound size={16} aria-hidden /> Change Password
      </Button>
      <Button $look="quiet" as={Link} to={paths.profile('notifications')}>
        <Bell size={16} aria-hidden /> Notification Settings
      </Button>
    </Frame>
  )
}
