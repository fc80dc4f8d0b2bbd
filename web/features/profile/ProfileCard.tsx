import { Pencil, X } from 'lucide-react'
import { styled } from 'styled-components'
import { indexNamed, INDICES } from '../../../schema/market/indices.ts'
import type { UserPartsFragment } from '../../gql/generated/graphql.ts'
import { formatDate } from '../../lib/formatTime.ts'
import { initials } from '../../lib/initials.ts'
import { media } from '../../theme/media.ts'
import { Button } from '../../ui/Button.ts'
import { Card } from '../../ui/Card.ts'
import { EmailState } from './EmailState.tsx'
import { ProfileForm } from './ProfileForm.tsx'
import { ROLES } from './roles.ts'

const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 12px 16px;
  margin-bottom: 20px;

  & > div {
    flex: 1 1 12rem;
    min-width: 0;
  }

  h2,
  p {
    overflow-wrap: anywhere;
  }

  h2 {
    font-size: var(--text-lg);
  }

  p {
    color: var(--muted);
    font-size: var(--text-sm);
  }
`

const Avatar = styled.span.attrs({ 'aria-hidden': true })`
  display: grid;
  flex: none;
  place-items: center;
  width: 64px;
  height: 64px;
  border-radius: 50%;
  background: var(--accent-soft);
  color: var(--accent);
  font-size: var(--text-xl);
  font-weight: 650;
`

const Facts = styled.dl`
  display: grid;
  grid-template-columns: 1fr 1fr;
  gap: 16px 24px;

  dt {
    color: var(--muted);
    font-size: var(--text-sm);
  }

  dd {
    overflow-wrap: anywhere;
  }

  ${media.phone} {
    grid-template-columns: 1fr;
  }
`

interface ProfileCardProps {
  user: UserPartsFragment
  editing: boolean
  onEditing: (editing: boolean) => void
}

/** The user's profile, to view or to edit. */
export function ProfileCard({ user, editing, onEditing }: ProfileCardProps) {
  return (
    <Card aria-label="Your profile">
      <Head>
        <Avatar>{initials(user.name)}</Avatar>
        <div>
          <h2>{user.name}</h2>
          <p>{user.email}</p>
          <p>Member since {formatDate(user.createdAt)}</p>
        </div>
        <Button $look="quiet" type="button" aria-expanded={editing} onClick={() => onEditing(!editing)}>
          {editing ? (
            <>
              <X size={15} aria-hidden /> Cancel Edit
            </>
          ) : (
            <>
              <Pencil size={15} aria-hidden /> Edit Profile
            </>
          )}
        </Button>
      </Head>
      <EmailState user={user} />
      {editing ? (
        <ProfileForm user={user} onClose={() => onEditing(false)} />
      ) : (
        <Facts>
          <div>
            <dt>Full Name</dt>
            <dd>{user.name}</dd>
          </div>
          <div>
            <dt>Email</dt>
            <dd>{user.email}</dd>
          </div>
          <div>
            <dt>Trading Index</dt>
            <dd>{indexLabel(user.tradingIndex)}</dd>
          </div>
          <div>
            <dt>Role</dt>
            <dd>{ROLES[user.role]}</dd>
          </div>
        </Facts>
      )}
    </Card>
  )
}

function indexLabel(name: string): string {
  const index = indexNamed(name)
  return index === null ? name : INDICES[index].label
}
