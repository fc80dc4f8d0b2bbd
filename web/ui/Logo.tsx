import { styled } from 'styled-components'

const Mark = styled.span`
  display: inline-flex;
  align-items: center;
  gap: 10px;
  font-size: var(--text-lg);
  font-weight: 700;
  letter-spacing: -0.02em;
`

/** The product's sign and name. */
export function Logo() {
  return (
    <Mark>
      <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden>
        <rect width="32" height="32" rx="8" fill="var(--overlay)" />
        <path d="M10 6v20M22 6v20" stroke="var(--accent)" strokeWidth="2" strokeLinecap="round" />
        <rect x="7" y="13" width="6" height="9" rx="1.5" fill="var(--accent)" />
        <rect x="19" y="9" width="6" height="10" rx="1.5" fill="var(--text)" />
      </svg>
      Sakha
    </Mark>
  )
}
