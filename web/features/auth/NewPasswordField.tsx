import { useEffect, useState, type ComponentProps } from 'react'
import { styled } from 'styled-components'
import type { StrengthLevel } from '../../../schema/passwords/passwordStrength.ts'
import type { PasswordOwner } from '../../../schema/passwords/passwordWeakness.ts'
import { PasswordField } from '../../ui/PasswordField.tsx'

// Contains the list of common passwords: loaded only to choose one.
const loadStrength = () => import('../../../schema/passwords/passwordStrength.ts')
type Strength = Awaited<ReturnType<typeof loadStrength>>['passwordStrength']

const SHARES: Readonly<Record<StrengthLevel, number>> = { weak: 25, fair: 50, good: 75, strong: 100 }

/** As high as two lines of text, whatever it says: the form does not move while one types. */
const Meter = styled.div`
  display: grid;
  grid-template-rows: 4px 1fr;
  gap: 4px;
  height: 44px;
  margin-top: -10px;
  color: var(--muted);
  font-size: var(--text-xs);
  line-height: 18px;
`

const Track = styled.div`
  border-radius: 2px;
  background: var(--line-strong);
  overflow: hidden;
`

const Bar = styled.div<{ $level: StrengthLevel | null }>`
  width: ${({ $level }) => ($level ? SHARES[$level] : 0)}%;
  height: 100%;
  background: ${({ $level }) => ($level === 'weak' ? 'var(--warning)' : 'var(--accent)')};
`

/** A field for a new password, with the strength of what is `typed` so far. */
export function NewPasswordField({
  owner,
  typed,
  ...field
}: { owner: PasswordOwner; typed: string } & ComponentProps<typeof PasswordField>) {
  const [judge, setJudge] = useState<{ readonly of: Strength } | null>(null)
  const typing = typed !== ''
  useEffect(() => {
    // Without it the server says so.
    if (typing)
      loadStrength().then(
        ({ passwordStrength }) => setJudge({ of: passwordStrength }),
        () => undefined,
      )
  }, [typing])
  const strength = typing && judge ? judge.of(typed, owner) : null
  return (
    <>
      <PasswordField {...field} autoComplete="new-password" />
      <Meter>
        <Track aria-hidden>
          <Bar $level={strength?.level ?? null} />
        </Track>
        <p role="status" aria-label="Password strength">
          {strength?.text ?? ''}
        </p>
      </Meter>
    </>
  )
}
