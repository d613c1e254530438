import { common } from "./chance.ts";

/** Someone who writes to a support team. */
export interface Person {
  name: string;
  email: string;
  company: string;
  country: string;
}

/** How many of the first contacts came with an import, and share a domain that nobody has since. */
const importedShare = 0.05;

/** The n-th of so many people. No two have one email. */
export function personAt(n: number, total: number): Person {
  const [first, second] = [common(surnames, n, 1), common(surnames, n, 2)];
  const given = common(givenNames, n, 3);
  const company = common(companies, n, 4);
  const local = plain(`${given}.${first}`).replaceAll(" ", "") + n;
  const own = `${plain(company).replaceAll(/\W/g, "")}${n % 1000}.com.ar`;
  const domain = n < total * importedShare ? "sistemaviejo.example" : common([...domains, own], n, 5);
  return {
    name: `${given} ${first} ${second}`,
    email: `${local}@${domain}`,
    company,
    country: common(countries, n, 6),
  };
}

const plain = (text: string) => text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();

const givenNames = [
  ...["María", "José", "Juan", "Ana", "Luis", "Sofía", "Carlos", "Lucía", "Martín", "Valentina", "Jorge"],
  ...["Camila", "Diego", "Julieta", "Matías", "Agustín", "Bárbara", "Nicolás", "Rocío", "Sebastián", "Inés"],
  ...["Joaquín", "Micaela", "Tomás", "Verónica", "Andrés", "Belén", "Íñigo", "Ximena", "Wálter", "Úrsula"],
  ...["María José", "Juan Pablo", "Zoé", "Quimey", "Iñaki", "Ainhoa", "Nahuel", "Güemes", "Ezequiel"],
] as [string, ...string[]];

const surnames = [
  ...["García", "González", "Rodríguez", "Fernández", "López", "Martínez", "Pérez", "Gómez", "Sánchez"],
  ...["Díaz", "Álvarez", "Romero", "Torres", "Ruiz", "Ramírez", "Flores", "Benítez", "Acosta", "Medina"],
  ...["Herrera", "Suárez", "Aguirre", "Giménez", "Gutiérrez", "Rojas", "Castro", "Ortiz", "Núñez", "Luna"],
  ...["Juárez", "Cabrera", "Ríos", "Ferreyra", "Godoy", "Morales", "Domínguez", "Moreno", "Peralta", "Vega"],
  ...["Carrizo", "Quiroga", "Castillo", "Ledesma", "Muñoz", "Ojeda", "Ponce", "Vera", "Vázquez", "Villalba"],
  ...["Cardozo", "Navarro", "Coronel", "Ibáñez", "Leiva", "Maldonado", "Agüero", "Peña", "Bustos", "Ávila"],
  ...[
    "Ñancupil",
    "Zúñiga",
    "Echeverría",
    "Yrigoyen",
    "Oñate",
    "Uribe",
    "Xifra",
    "Wagner",
    "Kowalski",
    "Düring",
  ],
] as [string, ...string[]];

const companies: [string, ...string[]] = [
  ...(["", "", "Librería del Sur", "Almacén Núñez", "Ferretería Ávila", "Óptica Luz"] as const),
  ...["Panadería La Unión", "Estudio Peña & Cía", "Transportes Ñandú", "Vivero Los Álamos"],
];

const domains: [string, ...string[]] = ["gmail.com", "hotmail.com", "yahoo.com.ar", "outlook.com"];
const countries: [string, ...string[]] = ["Argentina", "México", "Chile", "Perú", "Uruguay", "España"];
