import { PlayerLink } from '../../../../platform/ui/PlayerLink.tsx'

/** Who plays in an event: a player's name leads to the player's page, a guest has none. */
export function EntrantName({
  entrant: { username, displayName },
  className,
}: {
  entrant: { username?: string; displayName: string }
  className?: string | undefined
}) {
  if (!username) return <span className={className}>{displayName}</span>
  return (
    <PlayerLink className={className} username={username}>
      {displayName}
    </PlayerLink>
  )
}
