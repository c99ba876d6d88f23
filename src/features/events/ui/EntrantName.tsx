import { PlayerLink } from '#players/ui/PlayerLink.tsx'

/** An entrant's name. It links to the player's page; a guest has no page and no link. */
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
