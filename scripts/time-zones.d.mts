export function writeZoneRules(): string
