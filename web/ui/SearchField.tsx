import { Search } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { styled } from 'styled-components'

/** How long typing must rest before it is searched for. */
const TYPING_MS = 300

const Label = styled.label`
  position: relative;

  svg {
    position: absolute;
    bottom: 14px;
    left: 12px;
  }

  /* Beats the padding of the bar it stands in. */
  && input {
    padding-left: 38px;
  }
`

interface SearchFieldProps {
  label: string
  className?: string
  placeholder: string
  /** What is searched for. */
  search: string
  onSearch: (text: string) => void
}

/** A field of a FilterBar whose text is searched for when typing rests. */
export function SearchField({ label, className, placeholder, search, onSearch }: SearchFieldProps) {
  const [text, setText] = useState(search)
  const [known, setKnown] = useState({ search, sent: search })
  if (known.search !== search) {
    setKnown({ search, sent: search })
    // Changed from elsewhere, as by Back; what this field has sent may be behind what has been typed since.
    if (known.sent !== search) setText(search)
  }
  const send = useEffectEvent(onSearch)
  useEffect(() => {
    if (text === known.sent) return
    const timer = window.setTimeout(() => {
      setKnown((before) => ({ ...before, sent: text }))
      send(text)
    }, TYPING_MS)
    return () => window.clearTimeout(timer)
  }, [text, known.sent])
  return (
    <Label className={className}>
      {label}
      <Search size={16} aria-hidden />
      <input type="search" placeholder={placeholder} value={text} onChange={({ target }) => setText(target.value)} />
    </Label>
  )
}
