export const messages = {
  title: "Roles and permissions",
  permission: "Permission",
  administrator: "Administrator",
  unset: "Employee without a role",
  has: (role: string) => `${role}: yes`,
  has_not: (role: string) => `${role}: no`,
  about: "Somebody’s own permissions may differ from the role: they are changed on the page of employees.",
  employees: "Employees",
};
