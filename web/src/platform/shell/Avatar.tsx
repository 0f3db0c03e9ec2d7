import { useState } from 'react'

/** A picture, or initials on a plain background. Decorative: the name is beside it. */
export function Avatar({
  name,
  picture,
  size = 40,
}: {
  name: string
  picture: string | null | undefined
  size?: number
}) {
  const [broken, setBroken] = useState<string>()
  const box = { width: size, height: size, fontSize: Math.round(size * 0.4) }
  // A picture that fails to load, without signal or with an expired link, shows the initials.
  if (picture && picture !== broken)
    return (
      <img
        className="face"
        src={picture}
        alt=""
        width={size}
        height={size}
        loading="lazy"
        style={box}
        onError={() => setBroken(picture)}
      />
    )
  const parts = name.trim().split(/\s+/)
  const initials = [parts[0], parts.length > 1 ? parts.at(-1) : undefined]
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
  return (
    <span className="face" aria-hidden="true" style={box}>
      {initials.toUpperCase()}
    </span>
  )
}
