export interface Named {
  name: string
  chName?: string | null
}

/** A member's name and Chinese name, on screens, in reports and on papers. */
export const fullName = ({ name, chName }: Named): string => (chName ? `${name} ${chName}` : name)
