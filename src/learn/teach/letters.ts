/** The letter that a class calls the nth option by. */
export const letterOf = (index: number): string => String.fromCharCode(65 + index);
