/** A member's name and Chinese name. */
export const fullName = ({ name, chName }: { name: string; chName: string | null }): string =>
  chName ? `${name} ${chName}` : name
