/** How many characters the slug of a venue has at most, by which addresses name it. */
export const MAX_SLUG = 80
