/** `expected`: not checked in yet; `here`: checked in, and drawn into rounds; `paused`: not drawn until the entrant is back */
export const PRESENCES = ['expected', 'here', 'paused'] as const
export type Presence = (typeof PRESENCES)[number]
